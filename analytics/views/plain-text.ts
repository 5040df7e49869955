/** No NUL, which PostgreSQL can't keep, and no half of a surrogate pair. */
export const plainText = /^[^\0\p{Cs}]*$/u;
