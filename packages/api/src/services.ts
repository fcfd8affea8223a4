import type { Actor } from "./actor.ts";
import type { WithFlags } from "./admins/me.ts";
import type { WithMetabase } from "./admins/metabase.ts";
import type { WithContractLinks } from "./applications/contract-links.ts";
import type { WithApprovals } from "./approvals/engine.ts";
import type { WithBotCheck } from "./auth/bot-check.ts";
import type { WithKnownSessions } from "./auth/known-sessions.ts";
import type { WithLimits } from "./auth/limits.ts";
import type { WithMailOutcome } from "./auth/mail-outcome.ts";
import type { WithConsoleUrl, WithCookies } from "./auth/refresh-cookie.ts";
import type { WithTokens } from "./auth/tokens.ts";
import type { WithBulkJobs } from "./bulk-jobs/engine/bulk-engine.ts";
import type { Ctx } from "./context.ts";
import type { Core } from "./core.ts";
import type { WithScanner } from "./incoming-files/scan.ts";
import type { WithLive } from "./live/live.ts";
import type { WithPayments } from "./payments/engine/payments-engine.ts";
import type { WithLender } from "./pdf/letter.ts";
import type { Ports, WithPorts } from "./ports.ts";
import type { WithPortal } from "./re-access/code.ts";
import type { WithCopyStanding } from "./read-copy.ts";
import type { WithRecovery } from "./recovery/recovery.ts";
import type { WithVersion } from "./system/service.ts";
import type { WithUploads } from "./uploads/upload.ts";
import type { WithOfferLimit } from "./users/edit.ts";
import type { WithWorkPulse } from "./work/pulse.ts";

/** What a process has once, made at its start: the core, and what each domain asks for beside it. */
export interface Services
  extends Core,
    WithApprovals,
    WithBotCheck,
    WithBulkJobs,
    WithContractLinks,
    WithConsoleUrl,
    WithCookies,
    WithCopyStanding,
    WithFlags,
    WithKnownSessions,
    WithLender,
    WithLimits,
    WithLive,
    WithMailOutcome,
    WithMetabase,
    WithOfferLimit,
    WithPayments,
    WithPortal,
    WithPorts<keyof Ports>,
    WithRecovery,
    WithScanner,
    WithTokens,
    WithUploads,
    WithVersion,
    WithWorkPulse {}

/** The context of a procedure, from which each domain takes what it uses. */
export type ProcedureCtx<Who extends Actor = Actor> = Ctx<Who, Services>;
