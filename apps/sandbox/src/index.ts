import { ALLOY_CREDENTIALS, createAlloy } from "./alloy/alloy.ts";
import { createApp, createVendorApp } from "./app.ts";
import { createCallLog } from "./calls.ts";
import { createClock } from "./clock.ts";
import { createFaults } from "./faults.ts";
import { type GoogleKeyFile, openServiceAccount, writeKeyFile } from "./google/account.ts";
import { createGoogle, SPREADSHEET_ID } from "./google/google.ts";
import type { Spreadsheet } from "./google/spreadsheet.ts";
import { startHttpServer } from "./http-server.ts";
import { createLateEffects } from "./late-effects.ts";
import { type SmtpLogin, startMailServer } from "./mail/mail.ts";
import { createMailbox } from "./mail/mailbox.ts";
import { MIDDESK_ACCESS } from "./middesk/access.ts";
import { createMiddesk } from "./middesk/middesk.ts";
import { createPace } from "./pace.ts";
import { createPayliance, PAYLIANCE_SECRET_KEY } from "./payliance/payliance.ts";
import { PLAID_CLIENT } from "./plaid/callers.ts";
import { createPlaid } from "./plaid/plaid.ts";
import { createPortal, PORTAL_SECRET } from "./portal/portal.ts";
import { createS3, S3_BUCKET, S3_REGION, type S3Object } from "./s3/s3.ts";
import { S3_CREDENTIALS } from "./s3/signature.ts";
import { SFTP_HOST_KEY_SHA256, SFTP_LOGIN } from "./sftp/access.ts";
import { createFileTree } from "./sftp/file-tree.ts";
import { startSftpServer } from "./sftp/sftp.ts";
import type { SandboxState } from "./state.ts";
import { TABAPAY_CLIENT, TABAPAY_REPORTS_FOLDER } from "./tabapay/access.ts";
import { createTabapay } from "./tabapay/tabapay.ts";
import type { Vendor } from "./vendor.ts";
import type { ZohoRecordStore } from "./zoho/records.ts";
import { ZOHO_CREDENTIALS, type ZohoCredentials } from "./zoho/tokens.ts";
import { createZoho } from "./zoho/zoho.ts";

const LOOPBACK = "127.0.0.1";

export interface SandboxOptions {
  /** 0 = any free port. */
  port: number;
  /** 0 = any free port. */
  smtpPort: number;
  /** Any free port without it. */
  s3Port?: number | undefined;
  /** Any free port without it. */
  sftpPort?: number | undefined;
  /** Real time, replaced in tests. */
  now?: () => Date;
  /** Where the service account's key file is read from, or written to when there is none. */
  googleKeyFile?: string | undefined;
  /** Where Plaid's webhooks go, on this machine; without it they go nowhere unless a call names a place. */
  plaidWebhookUrl?: string | undefined;
  /** Where Middesk's webhooks go, on this machine; without it they go nowhere. */
  middeskWebhookUrl?: string | undefined;
  /** Where the customer portal redeems a link into it, on this machine; without it nobody gets in by one. */
  portalRedeemUrl?: string | undefined;
  /** Asked of mail senders when given. */
  smtpLogin?: SmtpLogin | undefined;
}

/** A running sandbox, and what is in it for those in the same process. */
export interface Sandbox extends SandboxState {
  origin: string;
  port: number;
  smtpPort: number;
  sheets: Spreadsheet;
  google: { credentials: GoogleKeyFile; spreadsheetId: string; baseUrl: string };
  plaid: { baseUrl: string; clientId: string; secret: string };
  zoho: { baseUrl: string; accountsUrl: string; credentials: ZohoCredentials; records: ZohoRecordStore };
  alloy: { baseUrl: string; token: string; secret: string };
  middesk: typeof MIDDESK_ACCESS & { baseUrl: string };
  payliance: { baseUrl: string; secretKey: string };
  tabapay: typeof TABAPAY_CLIENT & { baseUrl: string; reportsFolder: string };
  sftp: typeof SFTP_LOGIN & { host: string; port: number; hostKeySha256: string };
  portal: { url: string; secret: string };
  s3: S3Place & { objects: ReadonlyMap<string, S3Object> };
  close(): Promise<void>;
}

/** Where the bucket is, and the key to it. */
export interface S3Place {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Starts every vendor's stand-in on loopback; rejects, leaving nothing open, when it cannot start them all. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const clock = createClock(options.now);
  const calls = createCallLog(clock);
  const mailbox = createMailbox();
  const account = openServiceAccount(options.googleKeyFile);
  const google = createGoogle(account, clock);
  const plaid = createPlaid(clock, options.plaidWebhookUrl ?? null);
  const zoho = createZoho(clock);
  const s3 = createS3(clock);
  const files = createFileTree(clock);
  const vendors: Vendor[] = [
    google,
    plaid,
    zoho,
    createAlloy(clock),
    createMiddesk(clock, options.middeskWebhookUrl ?? null),
    createPayliance(clock),
    createTabapay(clock, files),
    s3,
  ];
  const faults = createFaults(vendors.map(({ name }) => name));
  const state: SandboxState = {
    clock,
    faults,
    lateEffects: createLateEffects(clock),
    calls,
    pace: createPace(),
    mailbox,
    files,
    vendors,
  };

  const running: { close(): Promise<void> }[] = [];
  const close = async () => {
    clock.reset();
    await Promise.all(running.map((started) => started.close()));
  };
  try {
    const portal = createPortal(options.portalRedeemUrl ?? null);
    const app = createApp(state, google.spreadsheet, portal);
    const main = await startHttpServer(app, { host: LOOPBACK, port: options.port });
    running.push(main);
    const origin = `http://${LOOPBACK}:${main.port}`;
    const credentials = account.credentials(origin);
    if (options.googleKeyFile !== undefined) writeKeyFile(options.googleKeyFile, credentials);
    const bucket = await startHttpServer(createVendorApp(s3, state), {
      host: LOOPBACK,
      port: options.s3Port ?? 0,
    });
    running.push(bucket);
    const mail = await startMailServer({
      port: options.smtpPort,
      host: LOOPBACK,
      login: options.smtpLogin,
      mailbox,
      clock,
      faults,
      calls,
    });
    running.push(mail);
    const sftp = await startSftpServer({ port: options.sftpPort ?? 0, host: LOOPBACK, files });
    running.push(sftp);
    return {
      ...state,
      origin,
      port: main.port,
      smtpPort: mail.port,
      sheets: google.spreadsheet,
      google: { credentials, spreadsheetId: SPREADSHEET_ID, baseUrl: `${origin}/google/v4/spreadsheets` },
      plaid: { baseUrl: `${origin}/plaid`, clientId: PLAID_CLIENT.id, secret: PLAID_CLIENT.secret },
      zoho: {
        baseUrl: `${origin}/zoho/crm/v8`,
        accountsUrl: `${origin}/zoho/accounts`,
        credentials: ZOHO_CREDENTIALS,
        records: zoho.records,
      },
      alloy: { baseUrl: `${origin}/alloy/v1`, ...ALLOY_CREDENTIALS },
      middesk: { baseUrl: `${origin}/middesk/v1`, ...MIDDESK_ACCESS },
      payliance: { baseUrl: `${origin}/payliance/api/v1/echeck`, secretKey: PAYLIANCE_SECRET_KEY },
      tabapay: { baseUrl: `${origin}/tabapay`, ...TABAPAY_CLIENT, reportsFolder: TABAPAY_REPORTS_FOLDER },
      sftp: { host: LOOPBACK, port: sftp.port, ...SFTP_LOGIN, hostKeySha256: SFTP_HOST_KEY_SHA256 },
      portal: { url: `${origin}/portal`, secret: PORTAL_SECRET },
      s3: {
        endpoint: `http://${LOOPBACK}:${bucket.port}`,
        region: S3_REGION,
        bucket: S3_BUCKET,
        ...S3_CREDENTIALS,
        objects: s3.objects,
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
