/** The headers that a procedure adds to its answer. Most calls add none, so a `Headers` for each call would cost too much. */
export class AnswerHeaders {
  #pairs: [name: string, value: string][] = [];

  append(name: string, value: string): void {
    this.#pairs.push([name.toLowerCase(), value]);
  }

  set(name: string, value: string): void {
    this.#pairs = this.#pairs.filter(([each]) => each !== name.toLowerCase());
    this.append(name, value);
  }

  [Symbol.iterator](): Iterator<[name: string, value: string]> {
    return this.#pairs[Symbol.iterator]();
  }
}
