import { tellDemonstration } from "@countinghouse/demo/story/tell";
import { runForDemonstration } from "./demonstration-command.ts";

// Has the staff of a new demonstration press what is to be seen of approvals and reconciled days.
await runForDemonstration("Nobody presses anything by themselves in production.", async (services) =>
  (await tellDemonstration(services))
    ? "The demonstration was told."
    : "There is something already: nothing was done.",
);
