package io.gpuaas.controlplane.billing;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/** Runs pieces of work so that one that fails does not keep the others from being done. The first failure is thrown last. */
final class Independently {

    private static final int KEPT_MAX = 10;

    private @Nullable RuntimeException first;

    /** When the database itself is in trouble, what comes after would fail as well: then nothing more is tried. */
    void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            if (isTroubleOfTheDatabase(e)) {
                throw e;
            }
            keep(e);
        }
    }

    private void keep(RuntimeException e) {
        RuntimeException kept = first;
        if (kept == null) {
            first = e;
        } else if (!kept.equals(e) && kept.getSuppressed().length < KEPT_MAX) {
            kept.addSuppressed(e);
        }
    }

    void throwFirst() {
        if (first != null) {
            throw first;
        }
    }

    /** It is away, busy or slow: nothing is wrong with what was asked. */
    static boolean isTroubleOfTheDatabase(RuntimeException e) {
        return e instanceof TransientDataAccessException
                || e instanceof RecoverableDataAccessException
                || e instanceof NonTransientDataAccessResourceException
                || e instanceof TransactionException;
    }
}
