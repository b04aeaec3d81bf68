import { lifetimes } from '@chisholm/domain/constants'

const day = 24 * 3_600_000

/** The user of this device and the times that limit its use, in milliseconds since 1970. */
export interface DeviceUse {
  owner: string
  signedInAt: number
  lastContactAt: number
}

/**
 * Whether the data on the device is locked until the server is reached: 30 days after the sign-in, after some days
 * without the server, which may have ended the sign-in, or if the clock was set back to before the last response.
 * @param maxDays  the practice's setting
 */
export const isLocked = ({ signedInAt, lastContactAt }: DeviceUse, now: number, maxDays: number): boolean =>
  now - signedInAt > lifetimes.refreshTokenLife || now - lastContactAt > maxDays * day || now < lastContactAt - day
