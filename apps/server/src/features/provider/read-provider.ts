import { type CarcassLimits, carcassLimitNames, defaultCarcassLimits } from '@chisholm/domain/carcass'
import { constants } from '@chisholm/domain/constants'
import type { Paper } from '@chisholm/domain/paper'
import type { PhotoProtocol } from '@chisholm/domain/photo-protocol'
import type { Executor } from '../../database/executor.ts'
import type { ProviderDetails, Services } from '../../services.ts'
import type { Settings } from '../../settings.ts'
import * as queries from './provider.queries.ts'

/** The provider (the veterinary practice) as PROVIDER_* configures it. */
type ConfiguredProvider = Settings['provider']

/**
 * Reads the details of the practice: what Admins saved, else PROVIDER_*, else those of the demo. Their version is read
 * every time, so that all servers of the database agree; a saved version never changes and is read once.
 */
export function createProviderReader(configured: ConfiguredProvider): Services['provider'] {
  let latest: { version: number; details: ProviderDetails } | undefined
  const toDetails = (found: Details | undefined, db: Executor) =>
    found ? toProviderDetails(found, configured) : readUnsavedProvider(db, configured)
  return async (db, at, knownVersion) => {
    if (at) return toDetails(await queries.detailsAt(db, at), db)
    const version = knownVersion === undefined ? await queries.latestVersion(db) : knownVersion
    if (version === null) return readUnsavedProvider(db, configured)
    if (latest?.version === version) return latest.details
    const found = await queries.latestDetails(db)
    const details = await toDetails(found, db)
    // this transaction may have saved the version itself, and be rolled back
    if (found && !db.isTransaction) latest = { version: found.version, details }
    return details
  }
}

const defaultTravelSpeed = constants.provider.travelSpeed.default
const defaultOfflineDays = constants.provider.offlineDays.default
const defaultProtocol: PhotoProtocol = 'offered'
const defaultPaper: Paper = 'letter'

type Details = NonNullable<Awaited<ReturnType<typeof queries.latestDetails>>>

const toProviderDetails = (saved: Details, configured: ConfiguredProvider): ProviderDetails => {
  const { name, phone, email, url, address, time_zone, photo_protocol, paper, logo_key } = saved
  const limits = carcassLimitNames.map((limit) => [limit, saved[limit] ?? defaultCarcassLimits[limit]])
  return {
    // cast: a number for every limit
    ...(Object.fromEntries(limits) as CarcassLimits),
    authorities: saved.authorities ?? [],
    latitude: saved.latitude,
    longitude: saved.longitude,
    travel_speed_kmh: saved.travel_speed_kmh ?? defaultTravelSpeed,
    offline_days: saved.offline_days ?? defaultOfflineDays,
    benchmark: saved.benchmark ?? false,
    case_photos: saved.case_photos ?? false,
    name,
    phone,
    email,
    url,
    address: address ?? '',
    time_zone: time_zone ?? configured.time_zone,
    photo_protocol: photo_protocol ?? defaultProtocol,
    paper: paper ?? defaultPaper,
    logoKey: logo_key,
    isConfirmed: true,
  }
}

async function readUnsavedProvider(db: Executor, configured: ConfiguredProvider): Promise<ProviderDetails> {
  const defaults = await queries.defaultDetails(db)
  const nothing = {
    name: '',
    phone: '',
    email: '',
    url: '',
    address: '',
    photo_protocol: defaultProtocol,
    paper: defaultPaper,
    latitude: null,
    longitude: null,
    travel_speed_kmh: defaultTravelSpeed,
    offline_days: defaultOfflineDays,
    benchmark: false,
    case_photos: false,
  }
  const isConfirmed = configured.name !== undefined || defaults !== undefined
  return {
    ...nothing,
    ...defaultCarcassLimits,
    ...defaults,
    authorities: defaults?.authorities ?? [],
    ...configured,
    logoKey: null,
    isConfirmed,
  }
}

/** The details of the practice and their version, which is 0 until they are saved for the first time. */
export async function readProvider(db: Executor, configured: ConfiguredProvider) {
  const found = await queries.latestDetails(db)
  const practice = found ? toProviderDetails(found, configured) : await readUnsavedProvider(db, configured)
  return { practice, version: found?.version ?? 0 }
}
