import { config } from "zod";

// Otherwise zod tries `new Function`, which the content policy refuses and reports.
config({ jitless: true });
