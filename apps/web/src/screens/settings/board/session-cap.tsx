import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { rereadOutline } from '../../../api/settings-queries.ts'
import { CapForm } from '../../../ui/form/cap-form.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Part } from '../page.tsx'

/** The limit of concurrent sessions on a board. */
export function SessionCap() {
  const t = useTranslations('settings.sessionCap')
  const words = useTranslations('settings')
  const { board, mayManage } = useBoardSettings()
  if (!mayManage && board.maxAgentSessions === null) return null
  return (
    <Part title={t('title')} intro={t('intro')}>
      <CapForm
        label={t('most')}
        hint={t('mostHint')}
        kept={board.maxAgentSessions}
        field="maxAgentSessions"
        disabled={!mayManage}
        texts={{ save: t('save'), saved: words('saved') }}
        onSave={async (maxAgentSessions) => {
          await api.call('board.update', { boardId: board.id, maxAgentSessions })
          await rereadOutline(board.id)
        }}
      />
    </Part>
  )
}
