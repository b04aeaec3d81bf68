import { useSyncExternalStore } from 'react'
import { createDeviceFlag } from './device-flag.ts'

const flag = createDeviceFlag('chisholm.full-size-photos')

/** Whether photos keep their full size, on this device. Otherwise they are shrunk. */
export const photoSize = { isFull: flag.isOn, setFull: flag.set }

export const useIsFullSize = () => useSyncExternalStore(flag.subscribe, flag.isOn)
