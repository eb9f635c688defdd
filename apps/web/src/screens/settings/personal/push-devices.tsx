import type { PushDevice } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../../api/query-client.ts'
import { pushDevicesQuery } from '../../../api/settings-queries.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { onTellingChange, pushedHere, startTelling, stopTelling, telling } from '../../../shell/browser-notifications.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../loaded.tsx'
import { Part, Row, Rows } from '../page.tsx'
import { deviceName } from './device-name.ts'
import { LastUsed } from './last-used.tsx'

const readAgain = () => queryClient.invalidateQueries({ queryKey: pushDevicesQuery.queryKey })

/** The browsers that get push notifications of questions. */
export function PushDevices() {
  const t = useTranslations('settings.push')
  const found = useQuery(pushDevicesQuery)
  const here = useSyncExternalStore(onTellingChange, pushedHere.id)
  return (
    <Part title={t('title')} intro={t('intro')}>
      <Loaded of={found}>
        {({ devices, publicKey }) => (
          <div className="grid gap-3">
            {devices.length > 0 && (
              <Rows label={t('title')}>
                {devices.map((device) => (
                  <DeviceRow key={device.id} device={device} isHere={device.id === here} />
                ))}
              </Rows>
            )}
            {publicKey === null ? <p className="text-ink-3 text-sm">{t('switchedOff')}</p> : here === null && <TurnOn />}
          </div>
        )}
      </Loaded>
    </Part>
  )
}

/** iOS has notifications only in an app on the Home Screen. */
const needsHomeScreen = (): boolean => 'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1

function TurnOn() {
  const t = useTranslations('settings.push')
  const state = useSyncExternalStore(onTellingChange, telling)
  const [tried, setTried] = useState(false)
  const turnOn = async () => {
    setTried(false)
    await startTelling()
    setTried(true)
    await readAgain()
  }
  if (needsHomeScreen()) return <p className="text-sm">{t('homeScreen')}</p>
  if (state === 'impossible') return <p className="text-ink-3 text-sm">{t('impossible')}</p>
  return (
    <>
      {state === 'denied' && <p className="text-sm">{t('denied')}</p>}
      {state === 'on' && tried && (
        <p role="alert" className="text-sm">
          {t('unreachable')}
        </p>
      )}
      <Button onClick={() => void turnOn()} className="justify-self-start">
        {t('turnOn')}
      </Button>
    </>
  )
}

function DeviceRow({ device, isHere }: { device: PushDevice; isHere: boolean }) {
  const t = useTranslations('settings.push')
  const write = useWrite()
  const [sent, setSent] = useState(false)
  const { program, system } = deviceName(device.device)
  const name = program && system ? t('device', { program, system }) : (program ?? system ?? device.service)
  const pushDeviceId = device.id
  const remove = async () => {
    if (isHere) await stopTelling()
    else await write('pushDevice.remove', { pushDeviceId }, { failed: 'edit' })
    await readAgain()
  }
  const test = async () => setSent((await write('pushDevice.test', { pushDeviceId }, { failed: 'edit' })) !== null)
  return (
    <Row
      title={<span className="truncate">{name}</span>}
      facts={
        <>
          {isHere && <span>{t('here')}</span>}
          {device.failures > 0 ? <span>{t('failing')}</span> : device.lastUsedAt !== null && <LastUsed at={device.lastUsedAt} />}
          {sent && <span role="status">{t('testSent')}</span>}
        </>
      }
    >
      <Button size="sm" onClick={() => void test()} aria-label={t('testOf', { name })}>
        {t('test')}
      </Button>
      <Button size="sm" onClick={() => void remove()} aria-label={t('removeOf', { name })}>
        {t('remove')}
      </Button>
    </Row>
  )
}
