import { useEffect, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { useOpenCard } from './card-context.ts'

export type Copying = { copied: 'key' | 'link' | null; key: () => void; link: () => void }

const shownForMs = 2_000

/** Puts the key or the address of the card on the clipboard, and says so for a moment. */
export function useCopying(): Copying {
  const { card } = useOpenCard()
  const [copied, setCopied] = useState<Copying['copied']>(null)
  useEffect(() => {
    if (copied === null) return undefined
    const timer = setTimeout(() => setCopied(null), shownForMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (what: 'key' | 'link', text: string) => setCopied((await copyText(text)) ? what : null)
  return {
    copied,
    key: () => void copy('key', card.key),
    link: () => void copy('link', `${location.origin}/cards/${card.key}`),
  }
}
