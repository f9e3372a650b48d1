// Zod reads its configuration from here before any schema is made: the page's policy refuses scripts made out of text,
// which zod would try. Setting it through zod itself would load zod at the window's start.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
