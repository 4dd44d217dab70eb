import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { FileMenu } from "@/features/admin/imports/components/file-menu";
import { RoomTable } from "@/features/forum/professions/components/room-table";

export const generateMetadata = titled("editRooms");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <RoomTable files={<FileMenu kind="professions" />} />;
}
