/** Bytes sent so far. */
export type Progress = { sent: number; total: number }

/**
 * A `fetch` for one request that reports the progress of its body, which the browser's own does not. The response has the parts that the
 * client needs: the status, the headers and the text.
 */
export function progressFetch(onProgress: (progress: Progress) => void): typeof globalThis.fetch {
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ sent: loaded, total }))
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('the network failed')))
      request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('aborted', 'AbortError')))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      if (signal?.aborted) reject(signal.reason)
      else request.send(body instanceof FormData || typeof body === 'string' ? body : null)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers })
}
