// What the rivals' servers use of packages that are installed aside, and are no dependency of the project.
declare module "express" {
  interface App {
    use(path: string, router: unknown): void;
    get(
      path: string,
      answer: (
        request: { params: Record<string, string>; query: Record<string, string> },
        response: { json(body: unknown): void },
      ) => Promise<void>,
    ): void;
    listen(port: number, host: string, listening: () => void): unknown;
  }
  export default function express(): App;
}
declare module "adminjs" {
  export default class AdminJS {
    constructor(options: { rootPath: string; resources: { resource: unknown }[] });
    static registerAdapter(adapter: { Database: unknown; Resource: unknown }): void;
  }
}
declare module "@adminjs/express" {
  const AdminJSExpress: { buildRouter(admin: unknown): unknown };
  export default AdminJSExpress;
}
declare module "@adminjs/sql" {
  export class Adapter {
    constructor(
      dialect: "postgresql",
      connection: { connectionString: string; database: string; schema: string },
    );
    init(): Promise<{ table(name: string): unknown }>;
  }
  export const Database: unknown;
  export const Resource: unknown;
}
