import type { Integration } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { linkedPeopleQuery } from '../../../api/automation-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Part, Row, Rows } from '../page.tsx'

/** The people who let the integration act for them. */
export function PeoplePart({ integration }: { integration: Integration }) {
  const t = useTranslations('automation.people')
  const { board } = useBoardSettings()
  const people = useQuery(linkedPeopleQuery(board.id, integration.id)).data
  if (!people) return null
  return (
    <Part title={t('title')} intro={t('intro')}>
      {people.length === 0 && <p className="text-ink-3">{t('none')}</p>}
      {people.length > 0 && (
        <Rows label={t('title')}>
          {people.map(({ actorId, label, createdAt, lastUsedAt }) => {
            const name = board.members.find((member) => member.actorId === actorId)?.name ?? t('former')
            return (
              <Row key={`${actorId} ${createdAt}`} lead={<Avatar face={{ name, kind: 'human' }} />} title={name} facts={label}>
                {lastUsedAt === null ? <span className="text-ink-3 text-sm">{t('unused')}</span> : <Ago at={lastUsedAt} />}
              </Row>
            )
          })}
        </Rows>
      )}
    </Part>
  )
}
