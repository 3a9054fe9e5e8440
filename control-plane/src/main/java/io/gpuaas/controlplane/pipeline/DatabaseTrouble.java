package io.gpuaas.controlplane.pipeline;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.springframework.dao.DataAccessException;

/** Distinguishes by PostgreSQL's own codes what Spring's translation does not. */
final class DatabaseTrouble {

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String CHARACTER_NOT_IN_REPERTOIRE = "22021";
    private static final String QUERY_CANCELED = "57014";
    private static final String CONNECTION_CLASS = "08";
    private static final String SHUTDOWN_CLASS = "57P";

    private DatabaseTrouble() {}

    /** Another transaction held a row longer than we wait. */
    static boolean lockTimeout(DataAccessException error) {
        return code(error).filter(LOCK_NOT_AVAILABLE::equals).isPresent();
    }

    /** A transient failure: the same request may succeed a little later. */
    static boolean passing(DataAccessException error) {
        return error.getMostSpecificCause() instanceof SQLTransientConnectionException
                || code(error)
                        .filter(code -> code.equals(LOCK_NOT_AVAILABLE)
                                || code.equals(QUERY_CANCELED)
                                || code.startsWith(CONNECTION_CLASS)
                                || code.startsWith(SHUTDOWN_CLASS)
                                || code.equals("55000"))
                        .isPresent();
    }

    /** Text that PostgreSQL cannot hold: it has the character NUL. */
    static boolean unstorableText(DataAccessException error) {
        return code(error).filter(CHARACTER_NOT_IN_REPERTOIRE::equals).isPresent();
    }

    private static Optional<String> code(DataAccessException error) {
        return error.getMostSpecificCause() instanceof SQLException sql
                ? Optional.ofNullable(sql.getSQLState())
                : Optional.empty();
    }
}
