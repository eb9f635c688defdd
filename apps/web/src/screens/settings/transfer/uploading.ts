/** `fetch` for a large body: as fetch does not, it tells how much of it has gone out, from 0 to 1. */
export const uploadingFetch =
  (onSent: (share: number) => void): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : String(input))
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () => {
        const headers = request
          .getAllResponseHeaders()
          .trim()
          .split(/\r?\n/)
          .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
        resolve(new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers }))
      })
      request.addEventListener('error', () => reject(new TypeError('the upload broke off')))
      request.addEventListener('abort', () => reject(new DOMException('the upload was given up', 'AbortError')))
      init?.signal?.addEventListener('abort', () => request.abort())
      request.send(init?.body as XMLHttpRequestBodyInit)
    })
