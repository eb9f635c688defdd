import { Radio } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Ago } from '../../ui/ago.tsx'
import { type Shared, Step } from './step.tsx'
import type { Arrival } from './use-arrival.ts'

/** A look at whether it works, while somebody sets it up elsewhere. */
export function WaitStep({ isOpen, progress, arrival }: Shared & { isOpen: boolean; arrival: Arrival | null }) {
  const t = useTranslations('start.wait')
  const name = progress.agentName ?? t('theAgent')
  return (
    <Step number={4} title={t('title')} done={arrival !== null} isOpen={isOpen}>
      <p role="status" className="relative flex items-center gap-2 overflow-hidden rounded-md border border-line py-2 pr-3 pl-4">
        <span aria-hidden className={`absolute inset-y-0 left-0 w-[3px] ${arrival ? 'bg-done' : 'animate-breathe bg-working'}`} />
        {arrival ? (
          <>
            <span className="font-medium text-done">{t('here', { name })}</span> <Ago at={arrival.at} />
          </>
        ) : (
          <>
            <Radio size={15} aria-hidden className="text-working" /> {t('waiting', { name })}
          </>
        )}
      </p>
      {!arrival && <p className="mt-1.5 text-ink-2 text-sm">{t('hint')}</p>}
    </Step>
  )
}
