-- CreateTable
CREATE TABLE "list_arrangement" (
    "admin_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "columns" JSONB,
    "view_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_arrangement_pkey" PRIMARY KEY ("admin_id","list")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "content" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "list_arrangement_view_id_idx" ON "list_arrangement"("view_id");

-- CreateIndex
CREATE INDEX "saved_view_owner_id_idx" ON "saved_view"("owner_id");

-- AddForeignKey
ALTER TABLE "list_arrangement" ADD CONSTRAINT "list_arrangement_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_arrangement" ADD CONSTRAINT "list_arrangement_view_id_fkey" FOREIGN KEY ("view_id") REFERENCES "saved_view"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One name for each of an admin's views of a list, while it is there.
CREATE UNIQUE INDEX saved_view_name ON saved_view (owner_id, list, lower(name)) WHERE deleted_at IS NULL;
