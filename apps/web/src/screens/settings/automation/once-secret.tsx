import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'

/** A text that can be copied by one click. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const t = useTranslations('automation')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium text-ink-2 text-sm">{label}</span>
        <Button size="sm" variant="quiet" aria-label={t('copyOf', { name: label })} onClick={() => void copy()}>
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />} {copied ? t('copied') : t('copy')}
        </Button>
      </div>
      <pre className="whitespace-pre-wrap break-all rounded-md bg-sunken px-2.5 py-2 font-mono text-sm">{text}</pre>
    </div>
  )
}

type Props = { intro: string; secrets: readonly { label: string; text: string }[]; onDone: () => void }

/** Secrets that are shown once: they stay until the person confirms that they have saved them. */
export function OnceSecrets({ intro, secrets, onDone }: Props) {
  const t = useTranslations('automation')
  return (
    <section aria-label={t('shownOnce')} className="grid gap-3 rounded-lg border border-accent bg-surface p-3">
      <p className="text-md">
        <b className="font-semibold">{t('shownOnce')}</b> {intro}
      </p>
      {secrets.map(({ label, text }) => (
        <Copyable key={label} label={label} text={text} />
      ))}
      <Button variant="primary" className="justify-self-end" onClick={onDone}>
        {t('haveIt')}
      </Button>
    </section>
  )
}
