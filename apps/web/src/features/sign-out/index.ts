export { clearSession, deleteUserData, describeLossAtSignOut } from './user-data.ts'
