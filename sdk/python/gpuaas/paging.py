from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

PAGE_SIZE_MAX = 200


def all_items(list_page: Callable[..., Any], *arguments: Any, page_size: int = 50, **filters: Any) -> Iterator[Any]:
    """Every item of a listing, fetched page by page as it is read: `all_items(client.identity.list_tenants)`."""
    check_page_size(page_size)
    return _walk(list_page, arguments, page_size, filters)


def check_page_size(page_size: int) -> None:
    if not 1 <= page_size <= PAGE_SIZE_MAX:
        raise ValueError(f"a page holds 1 to {PAGE_SIZE_MAX} items, not {page_size}")


def next_cursor(page: Any, cursor: str | None) -> str | None:
    """None after the last page."""
    if page.next_cursor is not None and page.next_cursor == cursor:
        raise RuntimeError("the server answered with the cursor it was given; the listing does not end")
    following: str | None = page.next_cursor
    return following


def _walk(
    list_page: Callable[..., Any], arguments: tuple[Any, ...], page_size: int, filters: dict[str, Any]
) -> Iterator[Any]:
    cursor = None
    while True:
        page = list_page(*arguments, limit=page_size, cursor=cursor, **filters)
        yield from page.items
        cursor = next_cursor(page, cursor)
        if cursor is None:
            return
