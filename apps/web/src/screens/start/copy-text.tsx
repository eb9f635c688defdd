import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'

const shownForMs = 2_000

/** A text to be pasted elsewhere. If copying fails, it can still be selected. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const t = useTranslations('start')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), shownForMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void copyText(text).then(setCopied)
  return (
    <div className="grid min-w-0 gap-1">
      <span className="font-medium text-ink-2 text-sm">{label}</span>
      <div className="relative rounded-md border border-line bg-sunken pointer-coarse:min-h-11">
        <pre className="whitespace-pre-wrap py-2 pr-11 pl-3 font-mono text-sm [overflow-wrap:anywhere]">{text}</pre>
        <span className="absolute top-0.5 right-0.5">
          <IconButton
            size="sm"
            label={copied ? t('copied') : t('copy', { what: label })}
            icon={copied ? <Check size={14} aria-hidden className="text-done" /> : <Copy size={14} aria-hidden />}
            onClick={copy}
            className="bg-sunken"
          />
        </span>
        <span role="status" className="sr-only">
          {copied && t('copied')}
        </span>
      </div>
    </div>
  )
}
