/**
 * The trace that an event belongs to, W3C `traceparent`: it is handed on as it came with every request to the service that the event leads
 * to, also after a restart. A plugin that has spans of its own begins them below it.
 */
const shape = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Undefined when the headers name none. */
export function traceparentIn({ traceparent }: Readonly<Record<string, string | undefined>>): string | undefined {
  return traceparent !== undefined && shape.test(traceparent) ? traceparent : undefined
}

export function traceIdOf(traceparent: string | undefined): { traceId?: string } {
  const [, traceId] = shape.exec(traceparent ?? '') ?? []
  return traceId === undefined ? {} : { traceId }
}

/** Options of a client: its requests go out with the header. */
export function traced(traceparent: string | undefined): { fetch?: typeof globalThis.fetch } {
  if (traceparent === undefined) return {}
  return {
    fetch(input, init) {
      const headers = new Headers(init?.headers)
      headers.set('traceparent', traceparent)
      return globalThis.fetch(input, { ...init, headers })
    },
  }
}
