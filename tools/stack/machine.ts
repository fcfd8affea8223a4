const OF_THIS_MACHINE = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot", "LANG", "NODE_COMPILE_CACHE"];

/** All that a product under test may know of this machine: none of its settings may leak in. */
export const machineSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(OF_THIS_MACHINE.map((name) => [name, process.env[name]]));
