/** Headers that a procedure gives its answer: nearly always none, which a `Headers` of its own for each call is too much for. */
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
