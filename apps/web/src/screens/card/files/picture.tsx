import { type ReactNode, useState } from 'react'

type Props = { url: string; side: 320 | 1280; name: string; className?: string; otherwise: ReactNode }

/** An attached image, small. A new one is not made small yet: then it is shown as it is, and when that fails too, what stands for it. */
export function Picture({ url, side, name, className, otherwise }: Props) {
  const [tries, setTries] = useState(0)
  const sources = [`${url}?thumbnail=${side}`, `${url}?inline=1`]
  const source = sources[tries]
  if (source === undefined) return otherwise
  return <img src={source} alt={name} loading="lazy" decoding="async" className={className} onError={() => setTries(tries + 1)} />
}
