package io.gpuaas.controlplane.pipeline;

import java.sql.SQLException;
import org.springframework.dao.DataAccessException;

/** PostgreSQL's lock_timeout, which Spring's translation does not tell apart. */
final class LockTimeout {

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private LockTimeout() {}

    static boolean caused(DataAccessException error) {
        return error.getMostSpecificCause() instanceof SQLException sql && LOCK_NOT_AVAILABLE.equals(sql.getSQLState());
    }
}
