import { AlignLeft, ListChecks, type LucideIcon, Network, Waypoints } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useUploads } from '../../../mutations/uploads.ts'
import { classes } from '../../../ui/classes.ts'
import { useOpenCard } from '../card-context.ts'
import { AttachButtons } from '../files/attach-buttons.tsx'
import { isSubCard } from '../relations/is-sub-card.ts'
import { useCardCommands } from '../use-card-commands.ts'
import { AddButton } from './add-button.tsx'
import { AddProperties } from './add-properties.tsx'
import { type SectionName, useAdding, useOpenSection } from './adding.ts'

type Offered = { name: SectionName; icon: LucideIcon; text: string; label?: string; hint?: string; isEmpty: boolean }

/** Buttons for the parts that the card does not have yet; each opens its editor. On a phone also for its properties. */
export function AddRow() {
  const t = useTranslations('card')
  const details = useTranslations('details')
  const { card, mayWrite } = useOpenCard()
  const { opened, begun, open } = useAdding()
  const uploads = useUploads(card.id)
  const openSection = useOpenSection()
  const adds = {
    addItem: () => openSection('checklist'),
    addSubCard: () => openSection('subCards'),
    linkCard: () => openSection('relation'),
  }
  useCardCommands(mayWrite ? adds : {})
  if (!mayWrite) return null
  const sections: readonly Offered[] = [
    { name: 'description', icon: AlignLeft, text: t('description'), label: t('write'), isEmpty: card.description === '' },
    { name: 'checklist', icon: ListChecks, text: t('checklist'), isEmpty: card.checklist.total === 0 },
    { name: 'subCards', icon: Network, text: details('subCards.title'), isEmpty: card.progress.total === 0 },
    {
      name: 'relation',
      icon: Waypoints,
      text: details('relations.add'),
      hint: details('relations.hint'),
      isEmpty: card.relations.every(isSubCard),
    },
  ]
  const offered = sections.filter(({ name, isEmpty }) => isEmpty && !opened.has(name) && !begun.has(name))
  const hasFiles = card.attachments.length > 0 || uploads.length > 0 || opened.has('webLink')
  const onlyProperties = offered.length === 0 && hasFiles
  return (
    <section
      aria-label={details('adding.title')}
      className={classes('flex gap-1.5 has-[>div:empty]:hidden max-md:flex-wrap max-md:items-center', onlyProperties && 'md:hidden')}
    >
      <span aria-hidden className="mr-1 font-semibold text-ink-2 text-sm md:leading-7">
        {details('adding.title')}
      </span>
      <div className="flex flex-wrap gap-1.5 max-md:contents">
        {offered.map(({ name, icon, text, label, hint }) => (
          <AddButton key={name} data-add={name} data-tip={hint} aria-label={label} icon={icon} name={text} onClick={() => open(name)} />
        ))}
        {!hasFiles && <AttachButtons form="named" />}
        <AddProperties />
      </div>
    </section>
  )
}
