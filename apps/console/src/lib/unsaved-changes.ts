type Leave = () => void;
type Guard = (leave: Leave) => void;

const guards: Guard[] = [];
let held = { url: "", state: null as unknown };

/**
 * Runs `leave` when nothing would be lost by it; else the topmost form with unsaved changes asks first and runs
 * it on Discard.
 */
export function leaveSafely(leave: Leave): void {
  const guard = guards.at(-1);
  if (guard) guard(leave);
  else leave();
}

/** Whether a form holds what has not been saved. */
export const hasUnsavedChanges = (): boolean => guards.length > 0;

/** Makes `guard` answer for links, Back and closing the tab, until the returned function is called. */
export function guardUnsavedChanges(guard: Guard): () => void {
  if (guards.length === 0) window.addEventListener("beforeunload", holdUnload);
  guards.push(guard);
  return () => {
    guards.splice(guards.indexOf(guard), 1);
    if (guards.length === 0) window.removeEventListener("beforeunload", holdUnload);
  };
}

/**
 * Listens for Back and Forward. To be called before anything else listens for them: window events come in the
 * order of registration, and a router that hears first has taken the page away before its form can ask.
 */
export function watchDepartures(): void {
  holdPlace();
  window.addEventListener("pushState", holdPlace);
  window.addEventListener("replaceState", holdPlace);
  window.addEventListener("popstate", holdBack);
}

function holdPlace(): void {
  held = { url: window.location.href, state: window.history.state };
}

/** Back has happened when it is heard of: the page is put back before the router sees it, and asks. */
function holdBack(event: PopStateEvent): void {
  if (guards.length === 0) {
    holdPlace();
    return;
  }
  event.stopImmediatePropagation();
  window.history.pushState(held.state, "", held.url);
  leaveSafely(() => window.history.back());
}

function holdUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
