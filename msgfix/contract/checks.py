"""All checks of the contract, in the order in which they are asked. A new one is a line here."""

from msgfix.contract import (
    array,
    blocks,
    cache,
    context,
    media,
    pairing,
    request,
    results,
    servers,
    system,
    thinking,
)

CHECKS = (
    array.Order,
    array.Ends,
    request.Body,
    system.System,
    blocks.Texts,
    blocks.Types,
    blocks.Fields,
    results.Results,
    results.Documents,
    pairing.Pairing,
    servers.Servers,
    thinking.Thinking,
    cache.Cache,
    media.Media,
    context.Context,
)
