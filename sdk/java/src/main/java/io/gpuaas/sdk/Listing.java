package io.gpuaas.sdk;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Walks a listing, holding one page at a time. */
final class Listing<T> implements Iterator<T> {

    private final Function<PageRequest, ? extends Page<T>> list;
    private @Nullable PageRequest next;
    private Iterator<T> items = List.<T>of().iterator();

    Listing(PageRequest first, Function<PageRequest, ? extends Page<T>> list) {
        this.next = first;
        this.list = list;
    }

    @Override
    public boolean hasNext() {
        while (!items.hasNext() && next != null) {
            PageRequest request = next;
            Page<T> page = list.apply(request);
            items = page.items().iterator();
            next = following(request, page.nextCursor());
        }
        return items.hasNext();
    }

    /** A server that answers with the cursor it was asked for would be asked forever. */
    private static @Nullable PageRequest following(PageRequest request, @Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        if (cursor.equals(request.cursor())) {
            throw new IllegalStateException(
                    "the server answered with the cursor it was given; the listing does not end");
        }
        return request.after(cursor);
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return items.next();
    }
}
