import * as z from 'zod/mini';

// Before any schema is made: zod tries whether text can be turned into code, which the content security policy refuses and
// reports.
z.config({ jitless: true });
