import { type ReactNode, useState } from 'react'

type Props = { url: string; side: 320 | 1280; name: string; className?: string; otherwise: ReactNode }

/** The thumbnail of an attached image. A new one may have none yet, so the image itself is shown; if that fails too, `otherwise` is. */
export function Picture({ url, side, name, className, otherwise }: Props) {
  const [sources] = useState(() => (isNew(url) ? [`${url}?inline=1`] : [`${url}?thumbnail=${side}`, `${url}?inline=1`]))
  const [tries, setTries] = useState(0)
  const source = sources[tries]
  if (source === undefined) return otherwise
  return <img src={source} alt={name} loading="lazy" decoding="async" className={className} onError={() => setTries(tries + 1)} />
}

/** Longer than the service takes to create a thumbnail. */
const newForMs = 60_000

/** The id of an attachment is a UUID of version 7: it begins with the milliseconds of its creation. */
function isNew(url: string): boolean {
  const [, high = '', low = ''] = /\/([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(url) ?? []
  return high !== '' && Date.now() - Number.parseInt(high + low, 16) < newForMs
}
