/** What runs beside the requests. `poke` says that the log has moved; each worker also polls. */
export type Workers = { poke(): void; start(): void; stop(): Promise<void> }

export function createWorkers(_deps: object): Workers {
  return { poke() {}, start() {}, async stop() {} }
}
