import { type ReactNode, useState } from 'react'

type Props = { url: string; side: 320 | 1280; name: string; className?: string; otherwise: ReactNode }

/** The thumbnail of an attached image, or the image itself while it has none; if that fails too, `otherwise` is shown. */
export function Picture({ url, side, name, className, otherwise }: Props) {
  const [isLost, setLost] = useState(false)
  if (isLost) return otherwise
  const source = `${url}?thumbnail=${side}&inline=1`
  return <img src={source} alt={name} loading="lazy" decoding="async" className={className} onError={() => setLost(true)} />
}
