import { type ReactNode, useState } from 'react'

type Props = { url: string; side: 320 | 1280; name: string; className?: string; otherwise: ReactNode }

/** An attached image, small. A new one may not be made small yet, so it is shown as it is; when that fails too, `otherwise` stands for it. */
export function Picture({ url, side, name, className, otherwise }: Props) {
  const [sources] = useState(() => (isNew(url) ? [`${url}?inline=1`] : [`${url}?thumbnail=${side}`, `${url}?inline=1`]))
  const [tries, setTries] = useState(0)
  const source = sources[tries]
  if (source === undefined) return otherwise
  return <img src={source} alt={name} loading="lazy" decoding="async" className={className} onError={() => setTries(tries + 1)} />
}

/** Longer than the service takes to make an image small. */
const newForMs = 60_000

/** The id of an attachment is a UUID of version 7: it begins with the milliseconds of its making. */
function isNew(url: string): boolean {
  const [, high = '', low = ''] = /\/([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(url) ?? []
  return high !== '' && Date.now() - Number.parseInt(high + low, 16) < newForMs
}
