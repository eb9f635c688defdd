/** The answer to a request. `body` is the parsed JSON, or null. */
export type Answer = { status: number; headers: Headers; body: any; text: string }

export type Sender = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Sends JSON requests to a base URL with fixed headers. */
export function send(url: string, fixed: Record<string, string>): Sender {
  const request =
    (method: string) =>
    async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
      const typed: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: { ...typed, ...fixed, ...headers },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
    }
  const get = request('GET')
  return {
    get: (path, headers) => get(path, undefined, headers),
    post: (path, body = {}, headers) => request('POST')(path, body, headers),
    put: (path, body = {}, headers) => request('PUT')(path, body, headers),
    patch: (path, body = {}, headers) => request('PATCH')(path, body, headers),
    delete: request('DELETE'),
  }
}

/** Waits until `condition` returns something truthy; calls it every 5 ms for at most `forMs`. */
export async function until<T>(condition: () => T | Promise<T>, forMs = 90_000): Promise<NonNullable<T>> {
  const endMs = Date.now() + forMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > endMs) throw new Error(`still not so after ${forMs} ms: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
