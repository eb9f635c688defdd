/** The response. `body` is the parsed JSON, or null; untyped, because tests compare it with what they expect. */
export type Answer = { status: number; headers: Headers; body: any }

/** Calls the API with paths below the service, such as `/api/boards`. */
export type Caller = {
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
}

/** Someone with an account, signed in. */
export type Person = Caller & { actorId: string }

/** Without a credential in the headers, the caller is not signed in. */
export function callerAt(url: string, headers: Record<string, string> = {}): Caller {
  const request = (method: string) => async (path: string, body?: unknown) => {
    const typed: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method,
      headers: { ...typed, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : null }
  }
  const get = request('GET')
  return { get: (path) => get(path), post: request('POST'), put: request('PUT'), patch: request('PATCH'), delete: request('DELETE') }
}
