const TIME = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "11:06 ET": the time of day in New York, with the zone said. */
export const newYorkTime = (at: Date): string => `${TIME.format(at)} ET`;
