package io.gpuaas.api;

/** How an operation that gives rights keeps a narrowed credential from gaining any. */
public enum GivesRights {
    /** It gives none. */
    NONE,
    /** The caller must be permitted, with this credential, everything the operation gives. */
    HELD,
    /** Only a person with a credential that was not narrowed. */
    PERSON,
    /** The secret in the request carries the right; who sends it counts for nothing. */
    SECRET,
    /** As {@link #PERSON} for policies that decide what people may do; other policies need the permission alone. */
    POLICY
}
