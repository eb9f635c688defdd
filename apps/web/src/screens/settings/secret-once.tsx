import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { inputClasses } from '../../ui/form/field.tsx'

/** A text that is shown once, to be copied. */
export function SecretOnce({ label, text, children }: { label: string; text: string; children: string }) {
  const t = useTranslations('settings')
  const [copied, setCopied] = useState(false)
  const copy = async (field: HTMLInputElement | null) => {
    field?.select()
    await navigator.clipboard.writeText(text).catch(() => document.execCommand('copy'))
    setCopied(true)
  }
  return (
    <div className="grid gap-2">
      <p className="text-md">{children}</p>
      <div className="flex gap-2">
        <input
          readOnly
          aria-label={label}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          className={`${inputClasses} h-9 font-mono text-sm pointer-coarse:h-11`}
        />
        <Button
          variant="primary"
          className="h-9 shrink-0"
          onClick={(event) => void copy(event.currentTarget.parentElement?.querySelector('input') ?? null)}
        >
          {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />} {copied ? t('copied') : t('copy')}
        </Button>
      </div>
    </div>
  )
}
