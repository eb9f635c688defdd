import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { AreaTexts } from '../ui/text/area-texts.tsx'
import { capsHere } from './caps.ts'
import { type CommandName, helpGroups, listedIn } from './commands.ts'
import { useCommandName } from './use-command-name.ts'

/** The list of all keys. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <AreaTexts area="keys" fallback={null}>
      <Help onClose={onClose} />
    </AreaTexts>
  )
}

function Help({ onClose }: { onClose: () => void }) {
  const t = useTranslations('keys')
  return (
    <Dialog onClose={onClose} title={t('title')} size="wide">
      <div className="gap-10 p-4 md:columns-2 md:p-6">
        {helpGroups.map((group) => (
          <section key={group} aria-label={t(`groups.${group}`)} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-medium text-ink-3 text-sm">{t(`groups.${group}`)}</h3>
            <dl>
              {listedIn(group).map((name) => (
                <KeyRow key={name} name={name} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function KeyRow({ name }: { name: CommandName }) {
  const nameOf = useCommandName()
  return (
    <div className="flex min-h-7 items-center justify-between gap-4 border-line not-last:border-b">
      <dt className="text-ink-2">{nameOf(name)}</dt>
      <dd className="flex gap-1">
        {capsHere(name).map((cap) => (
          <Kbd key={cap}>{cap}</Kbd>
        ))}
      </dd>
    </div>
  )
}
