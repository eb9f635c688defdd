import { modernMeta } from './raw.ts'

/** Reads a stream of subscriptions, message by message. */
export async function listen(url: string, token: string, uris: readonly string[], hangUp = new AbortController()) {
  const params = { notifications: { resourceSubscriptions: uris }, _meta: modernMeta }
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    signal: hangUp.signal,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params }),
  })
  const messages: any[] = []
  let ended = false
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const data = frame.split('\n').find((line) => line.startsWith('data: '))
        if (data) messages.push(JSON.parse(data.slice(6)))
      }
    }
  })()
    .catch(() => {})
    .finally(() => (ended = true))
  return {
    status: response.status,
    headers: response.headers,
    messages,
    reading,
    isOver: () => ended,
    updated: () => messages.filter(({ method }) => method === 'notifications/resources/updated').map(({ params }) => params.uri),
    close: () => hangUp.abort(),
  }
}

export const acknowledged = (messages: any[]) => messages[0]?.params?.notifications?.resourceSubscriptions ?? []
