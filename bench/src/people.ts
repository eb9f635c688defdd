const password = 'a passphrase for the bench'

/** Registers a person; returns the cookie of their session. */
export async function register(origin: string, name: string): Promise<{ id: string; cookie: string }> {
  const email = `${name.toLowerCase()}@example.com`
  const { body, cookie } = await call(origin, {}, 'POST', '/api/auth/register', { email, password, name })
  return { id: (body as { id: string }).id, cookie }
}

/** Throws an Error with the body of an answer that is no success. */
export async function call(origin: string, headers: Record<string, string>, method: string, path: string, body?: object) {
  const response = await fetch(origin + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 400)}`)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { body: (text === '' ? null : JSON.parse(text)) as unknown, etag: response.headers.get('etag'), cookie }
}
